import { describe, expect, test } from 'vitest'
import { inkBox, inkProblem, type Picture, removePaper } from './ink.ts'

/** A transparent picture with dots of 3 by 3 pixels. */
function picture(dots: [number, number][], width = 300, height = 120): Picture {
  const data = new Uint8ClampedArray(width * height * 4)
  for (const [x, y] of dots)
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) data[((y + dy) * width + x + dx) * 4 + 3] = 255
  return { data, width, height }
}
const points = (count: number, at: (part: number) => [number, number]) =>
  Array.from({ length: count }, (_, index) => at(index / count)).map(([x, y]): [number, number] => [Math.round(x), Math.round(y)])

describe('a signature picture', () => {
  test('is accepted with a curve', () => {
    const wave = picture(points(400, (part) => [40 + part * 200, 60 + 30 * Math.sin(part * 20)]))
    expect(inkProblem(wave)).toBeUndefined()
    expect(inkBox(wave)).toMatchObject({ left: 39, top: 29 })
  })

  test('is refused when blank', () => {
    expect(inkProblem(picture([]))).toMatch(/no signature/)
    expect(inkBox(picture([]))).toBeUndefined()
  })

  test('is refused when tiny', () => {
    expect(inkProblem(picture([[50, 50]]))).toMatch(/too small/)
    expect(inkProblem(picture(points(40, (part) => [50 + part * 15, 50 + 8 * Math.sin(part * 6)])))).toMatch(/too small/)
  })

  test.each<[string, (part: number) => [number, number]]>([
    ['horizontal', (part) => [20 + part * 250, 60]],
    ['vertical', (part) => [60, 10 + part * 100]],
    ['diagonal', (part) => [20 + part * 250, 10 + part * 90]],
    ['slightly shaking', (part) => [20 + part * 250, 60 + 3 * Math.sin(part * 9)]],
  ])('is refused as a %s line', (_name, at) => {
    expect(inkProblem(picture(points(500, at)))).toMatch(/straight line/)
  })
})

describe('an uploaded picture', () => {
  const opaque = (light: number[]): Picture => ({
    data: new Uint8ClampedArray(light.flatMap((value) => [value, value, value, 255])),
    width: light.length,
    height: 1,
  })
  test('loses its paper and keeps its ink', () => {
    const scan = opaque([255, 230, 160, 20])
    removePaper(scan)
    expect([3, 7, 11, 15].map((at) => scan.data[at])).toEqual([0, 0, 128, 255])
  })

  test('stays as it is if it is transparent already', () => {
    const clear: Picture = { data: new Uint8ClampedArray([0, 0, 0, 0, 255, 255, 255, 255]), width: 2, height: 1 }
    removePaper(clear)
    expect([...clear.data]).toEqual([0, 0, 0, 0, 255, 255, 255, 255])
  })
})
