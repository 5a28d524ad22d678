import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '#api/db/connection/with-client.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { expiryWarning, ownSealKey, readSealFile } from './open-seal.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const settings = { secretKey: 'k'.repeat(32), publicUrl: 'https://portal.example.com' }
const now = new Date('2026-11-22T12:00:00Z')
const later = (days: number, from = now) => new Date(from.getTime() + days * DAY_MS)

let ownerUrl: string
let workerUrl: string
let folder: string
beforeAll(async () => {
  ;({ ownerUrl, workerUrl } = await createTestDatabase())
  folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-seal-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const rows = () =>
  withClient(ownerUrl, async (client) => (await client.query<{ sealed: Buffer }>('select sealed from signing_certificate')).rows)

describe('a certificate that the portal makes', () => {
  test('is made once, is found by every process, and is stored encrypted', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => ownSealKey(workerUrl, settings, now)))
    const [first] = keys
    expect(first?.certificate).toMatchObject({ subject: 'CN=Document seal of portal.example.com (self-made)', isSelfMade: true })
    for (const { signer } of keys) expect(Buffer.from(signer.certificate)).toEqual(Buffer.from(first?.signer.certificate ?? []))
    const stored = await rows()
    expect(stored).toHaveLength(1)
    expect(stored[0]?.sealed.toString('latin1')).not.toMatch(/BEGIN|PRIVATE/)
  })

  test('is renewed two months before it expires', async () => {
    const { certificate } = await ownSealKey(workerUrl, settings, now)
    const kept = await ownSealKey(workerUrl, settings, later(-62, certificate.validTo))
    expect(kept.certificate.validTo).toEqual(certificate.validTo)
    const renewed = await ownSealKey(workerUrl, settings, later(-60, certificate.validTo))
    expect(renewed.certificate.validTo.getTime()).toBeGreaterThan(certificate.validTo.getTime())
    expect(await rows()).toHaveLength(1)
  })

  test('is useless with another key', async () => {
    await ownSealKey(workerUrl, settings, now)
    await expect(ownSealKey(workerUrl, { ...settings, secretKey: 'x'.repeat(32) }, now)).rejects.toThrow(StartFailure)
  })
})

describe('SIGNING_P12', () => {
  /** Made by openssl, as an operator would. */
  function p12(days: number, password = 'secret'): string {
    const [key, cert, file] = ['key.pem', 'cert.pem', `seal-${days}.p12`].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ]
    const made = [
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=Acme Seal',
      '-days',
      `${days}`,
      '-keyout',
      key,
      '-out',
      cert,
    ]
    execFileSync('openssl', ['req', ...made], { stdio: 'ignore' })
    execFileSync('openssl', ['pkcs12', '-export', '-inkey', key, '-in', cert, '-out', file, '-passout', `pass:${password}`])
    return file
  }
  const refusal = async (file: string, password: string, at?: Date) =>
    readSealFile({ sealFile: { path: file, password } }, at).then(
      () => 'accepted',
      (error) => (error instanceof StartFailure ? error.message : `${error}`),
    )

  test('gives the certificate and its key', async () => {
    const key = await readSealFile({ sealFile: { path: p12(90), password: 'secret' } })
    expect(key?.certificate).toMatchObject({ subject: 'CN=Acme Seal', isSelfMade: false })
    expect(await readSealFile({ sealFile: undefined })).toBeUndefined()
  })

  test('stops the start with one sentence if it is missing, unreadable, locked or expired', async () => {
    const file = p12(5)
    const broken = path.join(folder, 'broken.p12')
    writeFileSync(broken, 'no certificate')
    expect(await refusal(path.join(folder, 'none.p12'), 'secret')).toMatch(
      /^SIGNING_P12 cannot be read: .*none\.p12 \(ENOENT\)\.$/,
    )
    expect(await refusal(file, 'wrong')).toMatch(/^SIGNING_P12 cannot be used: .*SIGNING_P12_PASSWORD is wrong\.$/)
    expect(await refusal(broken, 'secret')).toMatch(/^SIGNING_P12 cannot be used/)
    expect(await refusal(file, 'secret', later(6, new Date()))).toMatch(/^The certificate of SIGNING_P12 has expired on \d{4}-/)
    expect(await refusal(file, 'secret', later(-1, new Date()))).toMatch(/^The certificate of SIGNING_P12 is not valid before/)
  })
})

test('warns 60, 30 and 7 days before the certificate expires, and then every day', () => {
  const warning = (days: number, atStart: boolean, isSelfMade = false) =>
    expiryWarning({ subject: '', issuer: '', validFrom: now, validTo: later(days + 0.5), isSelfMade }, now, { atStart })
  const days = Array.from({ length: 100 }, (_, index) => index)
  expect(days.filter((each) => warning(each, false) !== undefined)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 30, 60])
  expect(days.filter((each) => warning(each, true) !== undefined)).toEqual(days.slice(0, 61))
  expect(warning(30, false)).toBe(
    'The certificate that seals documents expires in 30 days, on 2026-12-23. Set SIGNING_P12 to a new one.',
  )
  expect(warning(30, false, true)).toMatch(/Start the portal again to renew it\.$/)
  expect(warning(-2, false)).toMatch(/has expired on 2026-11-21: no document can be completed\.$/)
})
