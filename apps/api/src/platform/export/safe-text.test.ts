import { expect, test } from 'vitest'
import { safeText } from './safe-text.ts'

const texts: [given: string, safe: string][] = [
  ['Cedar Clinic', 'Cedar Clinic'],
  ['', ''],
  ['5 = five; six', '5 = five; six'],
  ['a-b+c@d', 'a-b+c@d'],
  ['=1+1', "'=1+1"],
  ['+47 555', "'+47 555"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['\nx', "'\nx"],
  ['x;=cmd()', "x;'=cmd()"],
  ['x; "=cmd()"', `x;' "=cmd()"`],
  ['x\n=cmd()', "x\n'=cmd()"],
  ['x\t-1', "x\t'-1"],
  ['"=1"', `'"=1"`],
  ['x|=1', "x|'=1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u3000\u200b=1', "'\u3000\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['x\u2028=1', "x\u2028'=1"],
  ['x\u0085=1', "x\u0085'=1"],
  ['x\v=1', "x\v'=1"],
  ['\fx', "'\fx"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['x; −1', "x;' −1"],
  ['1 − 1 = 0', '1 − 1 = 0'],
]

test.each(texts)('%j is written as %j', (given, safe) => {
  expect(safeText(given)).toBe(safe)
})
