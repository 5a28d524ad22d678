/** The seal of this installation, for jobs: its certificate, and sealing with it. */
import { type SealedPdf, sealPdf } from '../seal-pdf.ts'
import type { SealCertificate, SealKey } from './seal-certificate.ts'

export interface Seal {
  certificate: SealCertificate
  /** True if a timestamp authority confirms the time of each seal. */
  isTimestamped: boolean
  /**
   * Throws TimestampUnavailable if a timestamp authority is set and gives no timestamp, and another error if the certificate
   * has expired.
   */
  seal(pdf: Buffer, options?: { reason?: string }): Promise<SealedPdf>
}

export const createSeal = ({ certificate, signer }: SealKey, tsaUrl: string | undefined): Seal => ({
  certificate,
  isTimestamped: tsaUrl !== undefined,
  async seal(pdf, { reason } = {}) {
    if (certificate.validTo < new Date()) throw new Error('The certificate that seals documents has expired')
    return sealPdf(pdf, { signer, tsaUrl, reason })
  },
})
