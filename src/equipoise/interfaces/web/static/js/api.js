// @ts-check
// Calls to the server, and the one stream of its events.
import { signal } from "../vendor.js";

/** Whether the server answers: "on", "off" or "token" (it was started again). */
export const link = signal("on");
/** @type {any} All jobs by id. */
export const jobs = signal({});
/** @type {any} The newest version of each table. */
export const tables = signal({});

/** A call; bad input comes back as an Error with the server's one line.
 * @param {string} path @param {any} [body] @param {string} [method] */
export async function api(path, body, method) {
  let answer;
  try {
    answer = await fetch(path, {
      method: method || (body === undefined ? "GET" : "POST"),
      headers: body === undefined && !method ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    link.value = "off";
    throw new Error("the server does not answer");
  }
  if (answer.status === 401) {
    link.value = "token";
    throw new Error("the server was started again");
  }
  const found = await answer.json().catch(() => ({ error: `answer ${answer.status}` }));
  if (!answer.ok) throw new Error(found.error || `answer ${answer.status}`);
  return found;
}

/** @type {EventSource | undefined} */
let stream;

/** Listen; where the server ends, look for it until it is there again. */
export function listen() {
  stream?.close();
  stream = new EventSource("/api/events");
  stream.addEventListener("hello", () => (link.value = "on"));
  stream.addEventListener("job", (event) => {
    const job = JSON.parse(event.data);
    const all = { ...jobs.value };
    if (job.state === "forgotten") delete all[job.id];
    else all[job.id] = job;
    jobs.value = all;
  });
  stream.addEventListener("table", (event) => {
    const { id, version } = JSON.parse(event.data);
    tables.value = { ...tables.value, [id]: version };
  });
  stream.onerror = () => {
    stream?.close();
    if (link.value === "on") link.value = "off";
    setTimeout(look, 1000);
  };
}

async function look() {
  try {
    const answer = await fetch("/api/tables", { cache: "no-store" });
    if (answer.status === 401) link.value = "token";
    else if (answer.ok) return listen();
  } catch {
    link.value = "off";
  }
  setTimeout(look, 1000);
}
