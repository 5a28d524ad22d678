/** A seal for tests. Its certificate is made once in a process, when something is sealed. */

import type { Seal } from '#api/platform/pdf/seal/seal.ts'
import { makeSealPem, readSealPem, type SealKey } from '#api/platform/pdf/seal/seal-certificate.ts'
import { sealPdf } from '#api/platform/pdf/seal-pdf.ts'

let made: Promise<SealKey> | undefined

const DAY_MS = 24 * 60 * 60 * 1000
const subject = 'CN=Document seal of portal.test (self-made)'

export const testSeal = (tsaUrl?: string): Seal => ({
  certificate: {
    ...{ subject, issuer: subject, isSelfMade: true },
    ...{ validFrom: new Date(Date.now() - DAY_MS), validTo: new Date(Date.now() + 1000 * DAY_MS) },
  },
  isTimestamped: tsaUrl !== undefined,
  async seal(pdf, { reason } = {}) {
    made ??= makeSealPem('portal.test').then(readSealPem)
    return sealPdf(pdf, { signer: (await made).signer, tsaUrl, reason })
  },
})
