import type { SigningSettings } from '@vialdesk/contract/documents/signing'

const DAY_MS = 86_400_000
const WARN_DAYS = 60
const URGENT_DAYS = 7

interface Warning {
  color: 'red' | 'yellow'
  text: string
}

/** Warns two months before the certificate expires. A self-made one is valid, but PDF readers do not trust it. */
export function certificateWarning(
  { expires_at, self_made }: SigningSettings['certificate'],
  now = Date.now(),
): Warning | undefined {
  const days = Math.ceil((Date.parse(expires_at) - now) / DAY_MS)
  if (days <= 0) return { color: 'red', text: 'The certificate has expired. Documents cannot be sealed until it is replaced.' }
  const left = days === 1 ? '1 day' : `${days} days`
  if (days <= WARN_DAYS)
    return { color: days <= URGENT_DAYS ? 'red' : 'yellow', text: `The certificate expires in ${left}. Replace it before then.` }
  if (self_made)
    return {
      color: 'yellow',
      text: 'This portal made the certificate itself, so PDF readers show its signatures as not trusted.',
    }
  return undefined
}
