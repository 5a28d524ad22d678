import type { VialState } from '@vialdesk/contract/care/single-vials'
import { expect, test } from 'vitest'
import { printedByText, stateChangeText, stepTitle } from './vial-text.ts'

const at = (from: VialState | null, to: VialState, place = '', position = '') => ({ from, to, place, position })

test.each<[ReturnType<typeof at>, string, string | undefined]>([
  [at(null, 'in_process', 'Incubator 1'), 'Registered', undefined],
  [at(null, 'released'), 'Added to stock', undefined],
  [at('in_process', 'quarantine'), 'Put into quarantine', 'In processing → In quarantine'],
  [at('quarantine', 'released'), 'Released into stock', 'In quarantine → Released'],
  [at('held', 'released'), 'Back into stock', 'On hold → Released'],
  [at('shipped', 'released'), 'Brought back into stock', 'Shipped → Released'],
  [at('released', 'released', 'Tank 2', 'A1'), 'Stored at Tank 2 · A1', undefined],
  [at('released', 'released'), 'Removed from its place', undefined],
  [at('released', 'disposed'), 'Disposed of', 'Released → Disposed of'],
])('%o', (step, title, change) => {
  expect(stepTitle(step)).toBe(title)
  expect(stateChangeText(step)).toBe(change)
})

const user = { first_name: 'Hana', last_name: 'Voss', company: 'Meridian Lab', username: 'lab@mail.example' }

test('shows the person, or the company without a person', () => {
  expect(printedByText({ user, behind: null })).toBe('Hana Voss')
  expect(printedByText({ user: { ...user, first_name: '', last_name: '' }, behind: null })).toBe('Meridian Lab')
  expect(printedByText({ user: { ...user, first_name: '', last_name: '', company: '' }, behind: null })).toBe('lab@mail.example')
})

test('names both users during an impersonation', () => {
  expect(printedByText({ user, behind: { username: 'Ada Admin' } })).toBe('Ada Admin as Hana Voss')
})
