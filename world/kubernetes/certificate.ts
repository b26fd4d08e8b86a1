import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** PEM texts. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  readonly notBefore?: Date;
  /** In the past for an expired one. */
  readonly notAfter?: Date;
}

const OIDS = {
  commonName: '550403',
  ecdsaWithSha256: '2a8648ce3d040302',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
} as const;

/**
 * A self-signed certificate for 127.0.0.1 and localhost, its own authority. X.509 v3 written by hand in DER. Clients check
 * it against their own clock, not the world's: it is valid for as long as a UTCTime reaches.
 */
export function makeCertificate({
  notBefore = new Date('2020-01-01T00:00:00Z'),
  notAfter = new Date('2049-12-31T00:00:00Z'),
}: CertificateOptions = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(OIDS.ecdsaWithSha256));
  const name = sequence(tagged(0x31, sequence(oid(OIDS.commonName), tagged(0x0c, Buffer.from('plumbline-demo')))));
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(basicConstraints(), subjectAltName())),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', certificate),
  };
}

function basicConstraints(): Buffer {
  const isAuthority = tagged(0x01, Buffer.from([0xff]));
  return sequence(oid(OIDS.basicConstraints), isAuthority, tagged(0x04, sequence(isAuthority)));
}

function subjectAltName(): Buffer {
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])));
  return sequence(oid(OIDS.subjectAltName), tagged(0x04, names));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

/** GeneralizedTime is for years from 2050 on; everything here is before. */
function time(date: Date): Buffer {
  return tagged(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  );
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
