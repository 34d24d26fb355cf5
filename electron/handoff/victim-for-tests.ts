/** A process that works on a handoff desk and kills itself, with the signal nobody can catch, before its Nth file operation. */
import { join } from 'node:path';
import { type Files, systemFiles } from '../files.ts';
import { testDesk, workToTheEnd } from './work-for-tests.ts';

const [root = '', nth = '1'] = process.argv.slice(2);
let calls = 0;

function deadly<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const method: unknown = Reflect.get(object, name, receiver);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]): unknown => {
        calls += 1;
        if (calls === Number(nth)) process.kill(process.pid, 'SIGKILL');
        const result: unknown = Reflect.apply(method, object, args);
        if (name !== 'open') return result;
        return (result as Promise<object>).then((file) => deadly(file));
      };
    },
  });
}

const [content, improvement, evidence] = ['content', 'improvement', 'evidence'].map((name) => join(root, name));
const folders = { root, content: content ?? '', improvement: improvement ?? '', evidence: evidence ?? '' };
const files: Files = deadly(systemFiles);
await workToTheEnd(testDesk(folders, { files }));
