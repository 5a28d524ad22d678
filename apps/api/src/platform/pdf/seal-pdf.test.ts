import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagesOf } from './pdf.fixture.ts'
import { isValid, pdfSignatures, pdfText } from './poppler.fixture.ts'
import { makeSealPem, readP12, readSealPem, type SealKey } from './seal/seal-certificate.ts'
import { startTimestampServer } from './seal/timestamp-server.fixture.ts'
import { sealPdf, TimestampUnavailable } from './seal-pdf.ts'

const pdf = pagesOf(10)
/** The object identifier of a timestamp in a signature, in DER and then in the hexadecimal digits of a PDF. */
const TIMESTAMP = '060b2a864886f70d010910020e'
const hasTimestamp = (sealed: Buffer) => sealed.toString('latin1').toLowerCase().includes(TIMESTAMP)

describe('a seal of the own certificate', () => {
  let key: SealKey
  beforeAll(async () => {
    key = await readSealPem(await makeSealPem('portal.test'))
  })

  test('is valid for another reader and covers the whole file', async () => {
    const sealed = await sealPdf(pdf, { signer: key.signer, reason: 'Signed by all parties' })
    const signatures = pdfSignatures(sealed.pdf)
    expect(signatures).toHaveLength(1)
    expect(signatures[0]).toMatch(
      /Document seal of portal\.test \(self-made\)[\s\S]*SHA-256[\s\S]*ETSI\.CAdES\.detached[\s\S]*Total document signed/,
    )
    expect(isValid(signatures[0])).toBe(true)
    expect(sealed).toMatchObject({ level: 'B-B', pages: 10, sha256: createHash('sha256').update(sealed.pdf).digest('hex') })
    expect(hasTimestamp(sealed.pdf)).toBe(false)
    expect(pdfText(sealed.pdf)).toContain('Agreement 10')
  })

  test('breaks when one byte changes, wherever it is', async () => {
    const { pdf: sealed } = await sealPdf(pdf, { signer: key.signer })
    const places = ['(Agreement 1)', '(Agreement 10)', '612 792', '/Sig'].map((words) => sealed.indexOf(words) + 1)
    for (const at of [...places, Math.floor(sealed.length * 0.999)]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] as number) ^ 1
      expect(isValid(pdfSignatures(changed)[0])).toBe(false)
    }
    expect(isValid(pdfSignatures(sealed)[0])).toBe(true)
  })
})

describe('with a timestamp authority', () => {
  let complete: Awaited<ReturnType<typeof startTimestampServer>>
  let bare: Awaited<ReturnType<typeof startTimestampServer>>
  beforeAll(async () => {
    complete = await startTimestampServer({ revocation: true })
    bare = await startTimestampServer({ revocation: false })
  })
  afterAll(() => Promise.all([complete.close(), bare.close()]))
  const sealedBy = async (server: typeof complete, tsaUrl = server.url) => {
    const { signer } = await readP12(server.p12, 'secret')
    return sealPdf(pdf, { signer, tsaUrl })
  }

  test('the seal has a timestamp, revocation data and a timestamp of the whole file', async () => {
    const { pdf: sealed, level } = await sealedBy(complete)
    expect(level).toBe('B-LTA')
    expect(hasTimestamp(sealed)).toBe(true)
    expect(sealed.toString('latin1')).toMatch(/\/DSS [\s\S]*\/DocTimeStamp[\s\S]*\/ETSI\.RFC3161/)
    const signatures = pdfSignatures(sealed)
    expect(signatures).toHaveLength(2)
    expect(isValid(signatures[0])).toBe(true)
    expect(signatures[1]).toContain('Test tsa')
  })

  test('the seal has only the timestamp if the certificates name no revocation data', async () => {
    const { pdf: sealed, level } = await sealedBy(bare)
    expect(level).toBe('B-T')
    expect(hasTimestamp(sealed)).toBe(true)
    const signatures = pdfSignatures(sealed)
    expect(signatures).toHaveLength(1)
    expect(isValid(signatures[0])).toBe(true)
  })

  test('nothing is sealed while the authority fails, refuses or replays an answer', async () => {
    for (const mode of ['fails', 'refuses', 'works', 'replayed'] as const) {
      complete.answer(mode)
      if (mode === 'works') expect((await sealedBy(complete)).level).toBe('B-LTA')
      else await expect(sealedBy(complete), mode).rejects.toThrow(TimestampUnavailable)
    }
    complete.answer('works')
  })

  test('nothing is sealed while the authority is down, and its password is in no message', async () => {
    const error = await sealedBy(complete, 'http://user:hidden@127.0.0.1:9/').catch((thrown) => thrown)
    expect(error).toBeInstanceOf(TimestampUnavailable)
    expect(`${error.message} ${error.cause?.message}`).not.toContain('hidden')
  })
})
