/**
 * The secrets of mailed links. They are derived from SECRET_KEY, so that a job that is repeated mails the same link, and no queue and
 * no table contains a secret.
 */
import { createHmac } from 'node:crypto'
import { deriveKey } from '#api/platform/crypto/derive-key.ts'

interface SecretOf {
  domainId: number
  recipientId: number
  /** link: signs the document. copy: downloads the sealed file once. */
  purpose: 'link' | 'copy'
  /** Increased to end the earlier link. */
  version: number
}

export function signerSecret(secretKey: string, { domainId, recipientId, purpose, version }: SecretOf): string {
  const key = deriveKey(secretKey, 'links of signers 1')
  return createHmac('sha256', key)
    .update(JSON.stringify([domainId, recipientId, purpose, version]))
    .digest('base64url')
}

/** The link of the mail. The secret is in the fragment, which no server sees. Without a secret, the page asks for the log-in. */
export const signLink = (domainUrl: string, documentId: string, secret?: string) =>
  `${domainUrl}/sign-your-document?documentId=${documentId}${secret === undefined ? '' : `#${secret}`}`
export const copyLink = (domainUrl: string, documentId: string, secret: string) =>
  `${domainUrl}/signed-copy?documentId=${documentId}#${secret}`
