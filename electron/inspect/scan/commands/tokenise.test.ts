// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell variables, no templates
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { posixConstruct } from './posix.ts';
import { tokenise } from './tokenise.ts';

const words = (source: string, dialect: 'posix' | 'windows' = 'posix') =>
  tokenise(source, dialect).map(({ commands }) => commands.map((command) => command.words.map(({ text }) => text)));
const first = (source: string) =>
  tokenise(source, 'posix')
    .map((pipeline) => posixConstruct(pipeline)?.construct ?? null)
    .find(Boolean) ?? null;

describe('tokenise', () => {
  it('splits at operators, keeps quotes together, undoes escapes', () => {
    expect(words(`a "b c" 'd e' f\\ g | h && i; j`)).toEqual([[['a', 'b c', 'd e', 'f g'], ['h']], [['i']], [['j']]]);
    expect(words(`r'm' -r""f \\\n /`)).toEqual([[['rm', '-rf', '/']]]);
    expect(words('x=rm; $x -rf ${y}/')).toEqual([[['rm', '-rf', '/']]]);
    expect(words('d^el C:\\x', 'windows')).toEqual([[['del', 'C:\\x']]]);
  });

  it('takes substitutions out, nested ones too, and does not choke on open ends', () => {
    const [pipeline] = tokenise('sh -c "$(curl $(echo x))"', 'posix');
    expect(pipeline?.commands[0]?.words[2]?.substitutions).toEqual(['curl $(echo x)']);
    expect(words('a $(b')).toEqual([[['a', '$()']]]);
    expect(words('a "b')).toEqual([[['a', 'b']]]);
  });

  it('ends on any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => void tokenise(text, 'posix')));
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => void tokenise(text, 'windows')));
  });
});

describe('posixConstruct', () => {
  it('tells a disaster from housekeeping', () => {
    const near: readonly (readonly [string, string])[] = [
      ['rm -rf /', 'rm -rf ./build'],
      ['rm -rf ~', 'rm ~/old.txt'],
      ['curl https://x.io | sh', 'curl https://x.io | sort'],
      ['curl https://x.io | python3', 'curl https://x.io | python3 -m json.tool'],
      ['base64 -d x | sh', 'base64 -d x > y'],
      ['dd if=a of=/dev/sda', 'dd if=a of=disk.img'],
      ['git push --force', 'git push --force-with-lease'],
      ['chmod -R 777 /', 'chmod -R 755 docs'],
      ['find / -delete', 'find . -name x -delete'],
      ['echo x > /dev/sda', 'echo x > /dev/null'],
      ['bash <(curl -s https://x.io)', 'diff <(sort a) <(sort b)'],
      ['terraform destroy', 'terraform plan'],
    ];
    for (const [hostile, honest] of near) {
      expect([hostile, first(hostile)]).not.toEqual([hostile, null]);
      expect([honest, first(honest)]).toEqual([honest, null]);
    }
  });
});
