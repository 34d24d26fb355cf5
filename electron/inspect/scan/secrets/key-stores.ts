/** Files that are key stores as a whole, by their first bytes. */

const starts = (bytes: Buffer, ...values: number[]): boolean => values.every((value, index) => bytes[index] === value);

/** Name of the kind of key store, or null. Pure look at the head; nothing is opened. */
export function keyStoreKind(bytes: Buffer): string | null {
  if (starts(bytes, 0xfe, 0xed, 0xfe, 0xed)) return 'Java key store (JKS)';
  if (starts(bytes, 0xce, 0xce, 0xce, 0xce)) return 'Java key store (JCEKS)';
  if (starts(bytes, 0x03, 0xd9, 0xa2, 0x9a)) return 'KeePass database (KDBX)';
  if (bytes.subarray(0, 15).toString('latin1') === 'openssh-key-v1\0') return 'OpenSSH private key';
  if (isPkcs12(bytes)) return 'PKCS#12 key store';
  if (isDerPrivateKey(bytes)) return 'DER private key';
  if (isPgpSecret(bytes)) return 'OpenPGP secret key';
  return null;
}

/** Content of a DER SEQUENCE after its length octets, or null. */
function sequence(bytes: Buffer): Buffer | null {
  if (bytes.length < 8 || bytes[0] !== 0x30) return null;
  const first = bytes[1] as number;
  if (first < 0x80) return bytes.subarray(2);
  const octets = first & 0x7f;
  return octets <= 4 ? bytes.subarray(2 + octets) : null;
}

/** PFX ::= SEQUENCE { version 3, ContentInfo { data or signedData } } (RFC 7292, BER lengths allowed). */
function isPkcs12(bytes: Buffer): boolean {
  const content = sequence(bytes);
  if (!content || !starts(content, 0x02, 0x01, 0x03, 0x30)) return false;
  const pkcs7 = Buffer.from([0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]);
  return content.subarray(0, 32).includes(pkcs7);
}

/** PKCS#1, SEC1 and PKCS#8 (RFC 8017, 5915, 5208): version, then a number, an octet string, or an algorithm and an octet string. */
function isDerPrivateKey(bytes: Buffer): boolean {
  const content = sequence(bytes);
  if (!content) return false;
  if (starts(content, 0x02, 0x01, 0x00, 0x02, 0x82) && bytes.length > 256) return true;
  if (starts(content, 0x02, 0x01, 0x01, 0x04) && [0x20, 0x30, 0x42].includes(content[4] as number)) return true;
  return (starts(content, 0x02, 0x01, 0x00, 0x30) || starts(content, 0x02, 0x01, 0x01, 0x30)) && content[5] === 0x06;
}

/** A secret-key packet (RFC 9580, 5.5.3): tag 5 in old or new form, version 3 to 6. */
function isPgpSecret(bytes: Buffer): boolean {
  if (bytes.length < 64) return false;
  const tag = bytes[0] as number;
  const versionAt = tag === 0x94 ? 2 : tag === 0x95 ? 3 : tag === 0xc5 ? ((bytes[1] as number) < 192 ? 2 : 3) : -1;
  if (versionAt < 0) return false;
  const version = bytes[versionAt] as number;
  const year = bytes.readUInt32BE(versionAt + 1);
  // Creation time between 1991 and 2106 and a known key algorithm: three bytes of chance are not enough.
  return (
    version >= 3 &&
    version <= 6 &&
    year > 0x28000000 &&
    [1, 2, 3, 16, 17, 18, 19, 22, 25, 26, 27, 28].includes(bytes[versionAt + 5] as number)
  );
}
