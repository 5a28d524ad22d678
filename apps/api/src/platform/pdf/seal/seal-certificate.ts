/** The certificate that seals documents, with its private key: from a PKCS #12 file, or made by the portal itself. */
import { randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { CryptoKeySigner, P12Signer, parsePem } from '@libpdf/core'
import { BitString, Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'
import type { SealSigner } from '../seal-pdf.ts'

export type SealCertificate = ReturnType<typeof describeCertificate>

export interface SealKey {
  certificate: SealCertificate
  signer: SealSigner
}

/** Readers and regulators know this curve; keys of it are made in no time. */
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const
const YEARS = 10
const COMMON_NAME = '2.5.4.3'
const KEY_USAGE = '2.5.29.15'
const BASIC_CONSTRAINTS = '2.5.29.19'
/** digitalSignature and nonRepudiation (RFC 5280, 4.2.1.3). */
const SIGNS_DOCUMENTS = { valueHex: new Uint8Array([0b1100_0000]).buffer, unusedBits: 6 }

/**
 * For people: names are for example `C=US, O=Acme, CN=Acme Document Seal`. `isSelfMade`: the portal made it, so no reader trusts it by itself.
 */
export function describeCertificate(der: Uint8Array, isSelfMade: boolean) {
  const { subject, issuer, validFromDate, validToDate } = new X509Certificate(der)
  const onOneLine = (name: string) => name.replaceAll('\n', ', ')
  return { subject: onOneLine(subject), issuer: onOneLine(issuer), validFrom: validFromDate, validTo: validToDate, isSelfMade }
}

/** Reads a PKCS #12 file. Throws if it is not one, or if the password is wrong. */
export async function readP12(p12: Uint8Array, password: string): Promise<SealKey> {
  const signer = await P12Signer.create(p12, password)
  return { certificate: describeCertificate(signer.certificate, false), signer }
}

const pem = (label: string, der: ArrayBuffer) =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replaceAll(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`

function newCertificate(name: string, now: Date): Certificate {
  const certificate = new Certificate()
  certificate.version = 2
  const serial = randomBytes(16)
  // A serial number is positive.
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer })
  const title = new Utf8String({ value: `Document seal of ${name} (self-made)` })
  for (const whose of [certificate.subject, certificate.issuer])
    whose.typesAndValues.push(new AttributeTypeAndValue({ type: COMMON_NAME, value: title }))
  certificate.notBefore.value = now
  certificate.notAfter.value = new Date(Date.UTC(now.getUTCFullYear() + YEARS, now.getUTCMonth(), now.getUTCDate()))
  certificate.extensions = [
    new Extension({
      ...{ extnID: BASIC_CONSTRAINTS, critical: true },
      extnValue: new BasicConstraints({ cA: false }).toSchema().toBER(false),
    }),
    new Extension({ extnID: KEY_USAGE, critical: true, extnValue: new BitString(SIGNS_DOCUMENTS).toBER(false) }),
  ]
  return certificate
}

/** Makes a key and its certificate, as PEM. `name` says whose seal it is, for example the portal's host. */
export async function makeSealPem(name: string, now = new Date()): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify'])
  const certificate = newCertificate(name, now)
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(keys.privateKey, 'SHA-256')
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return pem('CERTIFICATE', certificate.toSchema().toBER(false)) + pem('PRIVATE KEY', key)
}

/** Reads what `makeSealPem` made. */
export async function readSealPem(text: string): Promise<SealKey> {
  const blocks = parsePem(text)
  const partOf = (label: string) => {
    const block = blocks.find((each) => each.label === label)
    if (!block) throw new Error(`The seal has no ${label}`)
    return new Uint8Array(block.der)
  }
  const certificate = partOf('CERTIFICATE')
  const key = await webcrypto.subtle.importKey('pkcs8', partOf('PRIVATE KEY'), KEY, false, ['sign'])
  return { certificate: describeCertificate(certificate, true), signer: new CryptoKeySigner(key, certificate, 'EC', 'ECDSA') }
}
