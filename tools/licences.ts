/** Which licences may ship. Permissive ones only: none asks for more than its notice, which `npm run notices` gives. */

const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Zlib',
]);

/** Whether an SPDX expression lets us ship: of `OR` one side, of `AND` both. Anything else (`WITH`, a text of its own) does not. */
export function mayShip(expression: string): boolean {
  const words = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const term = (): boolean => {
    const word = words[at++];
    if (word !== '(') return word !== undefined && ALLOWED.has(word);
    const inner = either();
    return words[at++] === ')' && inner;
  };
  const both = (): boolean => {
    let all = term();
    while (words[at] === 'AND') {
      at += 1;
      all = term() && all;
    }
    return all;
  };
  const either = (): boolean => {
    let any = both();
    while (words[at] === 'OR') {
      at += 1;
      any = both() || any;
    }
    return any;
  };
  const whole = either();
  return whole && at === words.length;
}
