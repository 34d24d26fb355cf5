/** How a file is to be read, by its name and declared type. The content decides nothing here: a lie in the name is type/'s matter. */
import type { Genre } from './sighting.ts';

const BY_EXTENSION: ReadonlyMap<string, Genre> = new Map([
  ...['json', 'jsonl', 'ndjson', 'geojson', 'jsonld', 'webmanifest', 'ipynb', 'map'].map(
    (extension) => [extension, 'json'] as const,
  ),
  ...['yaml', 'yml'].map((extension) => [extension, 'yaml'] as const),
  ...['html', 'htm', 'xhtml', 'svg', 'xml', 'rss', 'atom'].map((extension) => [extension, 'markup'] as const),
  ...'js mjs cjs ts mts cts jsx tsx py rb pl php java kt swift go rs c h cc cpp hpp cs sh bash zsh fish ps1 psm1 bat cmd sql lua r scala dart ex exs hs clj groovy gradle vue svelte css scss less toml ini cfg conf env tf dockerfile makefile mk diff patch'
    .split(' ')
    .map((extension) => [extension, 'source'] as const),
]);

const SOURCE_TYPE =
  /^(?:text\/x-(?!markdown|log)|text\/(?:javascript|css|typescript)|application\/(?:javascript|typescript|x-sh|x-httpd-php|sql|toml|x-powershell))/;

/** @param mediaType without parameters, lower case; null when undeclared */
export function genreOf(path: string, mediaType: string | null): Genre {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const known = BY_EXTENSION.get(extension);
  if (known) return known;
  if (mediaType === null) return 'prose';
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return 'json';
  if (mediaType === 'application/yaml' || mediaType.endsWith('+yaml')) return 'yaml';
  if (mediaType === 'text/html' || mediaType.endsWith('+xml') || mediaType === 'text/xml') return 'markup';
  return SOURCE_TYPE.test(mediaType) && !mediaType.includes('uai') ? 'source' : 'prose';
}
