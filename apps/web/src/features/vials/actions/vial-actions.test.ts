import { allowedVialMoves, type VialState } from '@vialdesk/contract/care/single-vials'
import { expect, test } from 'vitest'
import { actionsFor, consecutivePositions } from './vial-actions.ts'

const names = (...states: VialState[]) => actionsFor(states.map((state) => ({ state }))).map(({ name }) => name)

test.each<[VialState, string[]]>([
  ['in_process', ['quarantine', 'store', 'dispose']],
  ['quarantine', ['release', 'store', 'dispose']],
  ['released', ['ship', 'store', 'hold', 'dispose']],
  ['held', ['resume', 'store', 'dispose']],
  ['shipped', []],
  ['disposed', []],
])('a vial that is %s', (state, expected) => expect(names(state)).toEqual(expected))

test('offers only actions valid for all selected vials', () => {
  expect(names('in_process', 'quarantine')).toEqual(['store', 'dispose'])
  expect(names('released', 'shipped')).toEqual([])
  expect(names()).toEqual([])
})

test('offers every move of the contract', () => {
  const offered = { quarantine: 'quarantine', disposed: 'dispose', held: 'hold', released: 'resume' } as const
  for (const [state, targets] of Object.entries(allowedVialMoves))
    expect(names(state as VialState)).toEqual(expect.arrayContaining(targets.map((to) => offered[to])))
})

test('continues positions in the format of the first', () => {
  expect(consecutivePositions('A1', 3)).toEqual(['A1', 'A2', 'A3'])
  expect(consecutivePositions('09', 2)).toEqual(['09', '10'])
  expect(consecutivePositions(' Row 2-9 ', 2)).toEqual(['Row 2-9', 'Row 2-10'])
})

test('continues nothing when the first position ends without a number', () => {
  expect(consecutivePositions('A', 2)).toBeUndefined()
  expect(consecutivePositions('', 2)).toBeUndefined()
})
