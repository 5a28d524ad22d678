import { describe, expect, test } from 'vitest'
import { urlSigner } from '#api/platform/crypto/signed-urls.ts'
import { createInvitationKey, isValidInvitationKey } from './invitation-key.pure.ts'

const DAY = 24 * 3600 * 1000

describe('an invitation key', () => {
  const link = { domainId: 1, centerId: 7, linkVersion: 0 }
  const key = createInvitationKey('secret', link, () => 0)

  test('is valid for thirty days', () => {
    expect(isValidInvitationKey('secret', link, key, () => 29 * DAY)).toBe(true)
    expect(isValidInvitationKey('secret', link, key, () => 31 * DAY)).toBe(false)
  })

  test('is valid for one center of one domain of one portal', () => {
    const now = () => 0
    expect(isValidInvitationKey('secret', { ...link, centerId: 8 }, key, now)).toBe(false)
    expect(isValidInvitationKey('secret', { ...link, domainId: 2 }, key, now)).toBe(false)
    expect(isValidInvitationKey('another', link, key, now)).toBe(false)
    expect(isValidInvitationKey('secret', { ...link, linkVersion: 1 }, key, now)).toBe(false)
    const signed = urlSigner('secret', now).sign('/staff-sign-up/1/7/0', 3600, 'staff')
    const { searchParams } = new URL(signed, 'http://x')
    const other = `${searchParams.get('expires')}.${searchParams.get('signature')}`
    expect(isValidInvitationKey('secret', link, other, now), 'nor for another kind of link').toBe(false)
  })

  test.each([
    '',
    '.',
    'x.y',
    '9999999999.',
    '99999999999999999999.x',
    '1.2.3',
    `9${key}`,
    key.slice(0, -1),
    '&subject=referral',
    'é.é',
  ])('is not %j', (invalidKey) => expect(isValidInvitationKey('secret', link, invalidKey, () => 0)).toBe(false))
})
