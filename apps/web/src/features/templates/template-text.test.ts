import { describe, expect, test } from 'vitest'
import { groupText, missingSignatureText, sections } from './template-text.ts'
import { frameUrl } from './use-editor-frame.ts'

describe('missingSignatureText', () => {
  test.each([
    [['patient'], 'Add a signature field for the patient'],
    [['patient', 'center'], 'Add a signature field for the patient and the center'],
    [[], undefined],
  ] as const)('names the signers %j', (missing, text) => {
    expect(missingSignatureText({ missing_signatures: [...missing] })).toBe(text)
  })
})

describe('groupText', () => {
  test('names the document and the center that has its own', () => {
    expect(groupText({ group: 'storage', center: null })).toBe('Official Storage Agreement')
    const center = { id: 3, company: 'Riverside' }
    expect(groupText({ group: 'attestation', center })).toBe('Screening Questionnaire and Attestation of Riverside')
    expect(groupText({ group: null, center: null })).toBeUndefined()
  })
})

describe('frameUrl', () => {
  test("opens the portal's own editor at the origin of the page", () => {
    expect(frameUrl('https://portal.example/template-editor#secret', 'https://cells.example')).toBe(
      'https://cells.example/template-editor#secret',
    )
  })

  test('keeps the address of another provider', () => {
    const link = 'https://app.boldsign.com/edit?id=1#x'
    expect(frameUrl(link, 'https://cells.example')).toBe(link)
  })
})

test('the sections and their dialogs have the specified titles', () => {
  expect(sections.map(({ title, dialog, checking }) => [title, dialog, checking])).toEqual([
    ['Harvest Center Registration Docs', 'Add New HC Template', 'checking HC files status...'],
    ['Referral Harvest Center Registration Docs', 'Add New RHC Template', 'checking RHC files status...'],
    ['Patient Registration Docs', 'Add New Patient Template', 'checking Patient files status...'],
  ])
})
