/** The yardstick: yauzl's own streams, each entry into one SHA-256. Plain JavaScript, so that its start costs nothing but Node's. */
import { createHash } from 'node:crypto';
import yauzl from 'yauzl';

const zip = await new Promise((done, fail) =>
  yauzl.open(process.argv[2], { lazyEntries: true }, (thrown, opened) => (thrown ? fail(thrown) : done(opened))),
);
const digests = [];
await new Promise((done, fail) => {
  zip.on('error', fail);
  zip.on('end', done);
  zip.on('entry', (entry) =>
    zip.openReadStream(entry, (thrown, stream) => {
      if (thrown) return fail(thrown);
      const hash = createHash('sha256');
      stream.on('error', fail);
      stream.on('data', (chunk) => hash.update(chunk));
      stream.on('end', () => {
        digests.push(hash.digest('hex'));
        zip.readEntry();
      });
    }),
  );
  zip.readEntry();
});
process.stdout.write(`${JSON.stringify({ files: digests.length })}\n`);
