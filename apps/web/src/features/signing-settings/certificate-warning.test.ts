import { expect, test } from 'vitest'
import { certificateWarning } from './certificate-warning.ts'

const now = Date.parse('2031-03-03T00:00:00Z')
const after = (days: number, self_made = false) =>
  certificateWarning(
    { subject: 'CN=Seal', self_made, timestamped: false, expires_at: new Date(now + days * 86_400_000).toISOString() },
    now,
  )

test('warns two months before the certificate expires, and urgently in the last week', () => {
  expect(after(61)).toBeUndefined()
  expect(after(60)).toEqual({ color: 'yellow', text: 'The certificate expires in 60 days. Replace it before then.' })
  expect(after(1)).toEqual({ color: 'red', text: 'The certificate expires in 1 day. Replace it before then.' })
  expect(after(0)?.text).toMatch(/has expired/)
})

test('says that readers do not trust a self-made certificate', () => {
  expect(after(900, true)?.text).toMatch(/not trusted/)
})
