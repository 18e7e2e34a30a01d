// Makes static/vendor.js and vendor.css of the page from npm packages. Only maintainers run it, and
// only to change a version: node tools/vendor.mjs. The result is committed, so that nobody else
// needs Node. It is checked by tests/interfaces/web/test_vendor.py.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync, existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = {
  preact: "11.2.0",
  htm: "3.1.1",
  "@preact/signals": "2.11.4",
  uplot: "1.6.32",
};
const BUNDLER = { esbuild: "0.28.2" };
const ENTRY = `
export { h, render, Fragment } from "preact";
export { useState, useEffect, useMemo, useRef, useCallback } from "preact/hooks";
export { signal, computed, effect, batch } from "@preact/signals";
import { h } from "preact";
import htm from "htm";
export const html = htm.bind(h);
export { default as uPlot } from "uplot";
`;
const STATIC = join(
  dirname(fileURLToPath(import.meta.url)), "../src/equipoise/interfaces/web/static",
);

const work = mkdtempSync(join(tmpdir(), "vendor-"));
writeFileSync(join(work, "package.json"), JSON.stringify({ private: true }));
writeFileSync(join(work, "entry.mjs"), ENTRY);
const names = Object.entries({ ...PACKAGES, ...BUNDLER }).map(([name, version]) => `${name}@${version}`);
execFileSync("npm", ["install", "--silent", "--save-exact", ...names], { cwd: work, stdio: "inherit" });
const lock = JSON.parse(readFileSync(join(work, "package-lock.json"), "utf8")).packages;

execFileSync(
  join(work, "node_modules/.bin/esbuild"),
  ["entry.mjs", "--bundle", "--minify", "--format=esm", "--target=es2020", "--legal-comments=none",
   "--charset=utf8", `--outfile=${join(work, "vendor.js")}`],
  { cwd: work, stdio: "inherit" },
);
const modules = join(work, "node_modules");
const files = {
  "vendor.js": readFileSync(join(work, "vendor.js")),
  "vendor.css": readFileSync(join(modules, "uplot/dist/uPlot.min.css")),
};
const used = Object.keys(lock)
  .map((path) => path.replace(/^node_modules\//, ""))
  .filter((name) => name in PACKAGES || name === "@preact/signals-core");
const notices = used.sort().map((name) => {
  const about = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));
  const file = readdirSync(join(modules, name)).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? "" : readFileSync(join(modules, name, file), "utf8").trim();
  return `${name} ${about.version} (${about.license})\n\n${text}\n`;
});
for (const [name, content] of Object.entries(files)) writeFileSync(join(STATIC, name), content);
writeFileSync(
  join(STATIC, "THIRD-PARTY.txt"),
  "vendor.js and vendor.css are made from these packages, unchanged but for bundling:\n\n" +
    notices.join("\n" + "-".repeat(80) + "\n\n"),
);
const sha = (content) => createHash("sha256").update(content).digest("hex");
const about = {
  made_by: "node tools/vendor.mjs",
  bundler: BUNDLER,
  packages: Object.fromEntries(
    used.sort().map((name) => {
      const { version, integrity } = lock[`node_modules/${name}`];
      return [name, { version, integrity }];
    }),
  ),
  files: Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, { bytes: content.length, sha256: sha(content) }]),
  ),
};
writeFileSync(join(STATIC, "vendor.json"), JSON.stringify(about, null, 2) + "\n");
console.log(about.files);
if (!existsSync(join(STATIC, "vendor.js"))) process.exit(1);
