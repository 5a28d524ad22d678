import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTimeZone } from '#web/lib/format/dates.ts'
import { invitationDetails, invitationText } from './invitation-text.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-10T05:00:00Z') })
  setTimeZone('America/Los_Angeles')
})
afterEach(() => {
  vi.useRealTimers()
  setTimeZone('UTC')
})

const sent = { state: 'sent', sent_at: '2026-03-07T20:00:00Z', opened_at: null, expires_at: '2026-03-14T20:00:00Z' } as const

test.each([
  ['2026-03-10T04:00:00Z', 'Invited today · not opened'],
  ['2026-03-09T06:00:00Z', 'Invited yesterday · not opened'],
  ['2026-03-07T20:00:00Z', 'Invited 2 days ago · not opened'],
  ['2026-02-07T20:00:00Z', 'Invited 30 days ago · not opened'],
  ['2026-02-06T20:00:00Z', 'Invited on Feb 6, 2026 · not opened'],
])('counts days in the time zone of the business: %s', (sent_at, text) => {
  expect(invitationText({ ...sent, sent_at })).toBe(text)
})

test('names each state', () => {
  expect(invitationText({ ...sent, state: 'opened' })).toBe('Invitation opened')
  expect(invitationText({ ...sent, state: 'expired' })).toBe('Invitation expired')
  expect(invitationText({ ...sent, state: 'used' })).toBe('Not signed in yet')
  expect(invitationDetails(sent)).toBe('The link works until Mar 14, 2026.')
  expect(invitationDetails({ ...sent, state: 'opened', opened_at: '2026-03-09T06:30:00Z' })).toBe(
    'Invited 2 days ago, opened yesterday. No password is set yet. The link works until Mar 14, 2026.',
  )
  const swept = { state: 'expired', sent_at: null, opened_at: null, expires_at: null } as const
  expect(invitationDetails(swept)).toBe('No password was set.')
  expect(invitationDetails({ ...sent, state: 'expired' })).toBe('Invited 2 days ago. No password was set.')
})
