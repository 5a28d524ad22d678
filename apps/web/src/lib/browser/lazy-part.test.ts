import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyPart } from './lazy-part.ts'
import { startAttempt } from './missing-file.ts'

/** A part whose file arrives at the given tries only. */
function partArrivingAt(...tries: number[]) {
  let tried = 0
  const part = lazyPart<object>(async () => {
    tried += 1
    if (!tries.includes(tried)) throw new Error('no file')
    return () => createElement('p', null, 'the part')
  })
  return { part, tried: () => tried, render: () => renderToStaticMarkup(createElement(part)) }
}

test('a loaded part renders at once', async () => {
  const { part, render, tried } = partArrivingAt(1)
  await part.preload()
  expect(render()).toBe('<p>the part</p>')
  expect(tried()).toBe(1)
})

test('a failed part throws until the next attempt, and does not ask again and again', async () => {
  const { part, render, tried } = partArrivingAt(2)
  await part.preload()
  expect(render).toThrow('no file')
  expect(render).toThrow('no file')
  expect(tried()).toBe(1)
  startAttempt()
  await part.preload()
  expect(render()).toBe('<p>the part</p>')
})

test('another preload tries again without a new attempt', async () => {
  const { part, render } = partArrivingAt(2)
  await part.preload()
  await part.preload()
  expect(render()).toBe('<p>the part</p>')
})
