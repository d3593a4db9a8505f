// What processes have cost so far, to the nanosecond, as Linux's scheduler counts it.
import { readFileSync, readdirSync } from "node:fs";

const spentBy = (path) => Number(readFileSync(path, "utf8").split(" ")[0]) / 1e6;

/** Processor milliseconds of a process's threads. */
export function processorOf({ pid }) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + spentBy(`/proc/${pid}/task/${thread}/schedstat`), 0);
}

/** Processor milliseconds of a process and of its children that still run. */
export function processorOfFamily({ pid }) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return children.reduce((sum, child) => sum + processorOf({ pid: child }), processorOf({ pid }));
}
