import { expect, test } from 'vitest'
import { documentStateText } from './document-status-badge.tsx'

test('shows the status of a document as specified', () => {
  expect(documentStateText({ status: 'Pending', step: 'waiting', failure: '' })).toEqual({ text: 'Pending', meaning: 'waiting' })
  expect(documentStateText({ status: 'Completed', step: 'done', failure: '' })).toEqual({ text: 'Completed', meaning: 'good' })
})

test('shows a failed step to admins, who get the reason, and to nobody else', () => {
  const failed = { status: 'Pending', step: 'seal_failed' } as const
  expect(documentStateText({ ...failed, failure: 'The time stamp server did not answer.' }).text).toBe('Sealing failed')
  expect(documentStateText({ ...failed, failure: '' }).text).toBe('Signed, being sealed')
  expect(documentStateText({ status: 'Pending', step: 'send_failed', failure: '' }).text).toBe('Pending')
})

test('shows a row without a step by its status', () => {
  expect(documentStateText({ status: 'Revoked' })).toEqual({ text: 'Revoked', meaning: 'neutral' })
})
