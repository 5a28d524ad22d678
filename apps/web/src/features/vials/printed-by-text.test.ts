import { expect, test } from 'vitest'
import { printedByText } from '#web/features/vials/vial-text.ts'

const user = { first_name: 'Hana', last_name: 'Voss', company: 'Meridian Lab', username: 'lab@mail.example' }

test('shows the person, or the company without a person', () => {
  expect(printedByText({ user, behind: null })).toBe('Hana Voss')
  expect(printedByText({ user: { ...user, first_name: '', last_name: '' }, behind: null })).toBe('Meridian Lab')
  expect(printedByText({ user: { ...user, first_name: '', last_name: '', company: '' }, behind: null })).toBe('lab@mail.example')
})

test('names both users during an impersonation', () => {
  expect(printedByText({ user, behind: { username: 'Ada Admin' } })).toBe('Ada Admin as Hana Voss')
})
