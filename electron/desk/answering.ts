/** Turns methods that throw into methods that answer: no exception crosses the desk. */
import { type Answer, accepted } from '../../shared/models.ts';
import { problemOf } from '../problem.ts';

type Method = (args: never) => unknown;

type Argument<M extends Method> = Parameters<M> extends [] ? Record<string, never> : Parameters<M>[0];

/** The same methods, answering values or problems. */
export type Answering<T extends Readonly<Record<string, Method>>> = {
  readonly [K in keyof T]: (args: Argument<T[K]>) => Promise<Answer<Awaited<ReturnType<T[K]>>>>;
};

/** Wraps each method; whatever it throws becomes the problem it stands for. */
export function answering<T extends Readonly<Record<string, Method>>>(methods: T): Answering<T> {
  const wrapped = Object.entries(methods).map(([name, method]) => [
    name,
    async (args: never): Promise<Answer<unknown>> => {
      try {
        return accepted(await method(args));
      } catch (thrown) {
        return { ok: false, problem: problemOf(thrown) };
      }
    },
  ]);
  return Object.fromEntries(wrapped) as Answering<T>;
}
