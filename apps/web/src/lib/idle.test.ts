import { expect, test } from 'vitest'
import { idleState } from './idle.ts'

const minute = 60_000

test('someone who did something lately is active', () => {
  expect(idleState(13 * minute, 0, 15)).toEqual({ state: 'active' })
})

test('the last minute warns and counts down', () => {
  expect(idleState(14 * minute, 0, 15)).toEqual({ state: 'warning', secondsLeft: 60 })
  expect(idleState(14 * minute + 30_500, 0, 15)).toEqual({ state: 'warning', secondsLeft: 30 })
})

test('then it is over, however late the page wakes up', () => {
  expect(idleState(15 * minute, 0, 15)).toEqual({ state: 'over' })
  expect(idleState(900 * minute, 0, 15)).toEqual({ state: 'over' })
})

test('a limit of one minute leaves half of it without a warning', () => {
  expect(idleState(29_000, 0, 1)).toEqual({ state: 'active' })
  expect(idleState(30_000, 0, 1)).toEqual({ state: 'warning', secondsLeft: 30 })
})
