/** The seal of this installation, for jobs: its certificate, and sealing with it. */
import { sealPdf } from '../seal-pdf.ts'
import type { SealKey } from './seal-certificate.ts'

export type Seal = ReturnType<typeof createSeal>

export const createSeal = ({ certificate, signer }: SealKey, tsaUrl: string | undefined) => ({
  certificate,
  /** True if a timestamp authority confirms the time of each seal. */
  isTimestamped: tsaUrl !== undefined,
  /**
   * Throws TimestampUnavailable if a timestamp authority is set and gives no timestamp, and another error if the certificate
   * has expired.
   */
  async seal(pdf: Buffer, { reason }: { reason?: string } = {}) {
    if (certificate.validTo < new Date()) throw new Error('The certificate that seals documents has expired')
    return sealPdf(pdf, { signer, tsaUrl, reason })
  },
})
