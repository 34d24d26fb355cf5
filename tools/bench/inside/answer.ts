/** How a script of this folder is asked and answers: one JSON argument, one line of JSON. */

/** The argument, as `askProgram` gives it. */
export function question<T>(): T {
  return JSON.parse(process.argv[2] ?? '') as T;
}

export function answer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Wall clock and CPU of this process (not of its helpers) for one piece of work, in milliseconds. */
export async function timed<T>(
  work: () => T | Promise<T>,
): Promise<{ readonly wallMs: number; readonly cpuMs: number; readonly value: T }> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - start, cpuMs: (user + system) / 1_000, value };
}
