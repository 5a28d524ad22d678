import { expect, test } from 'vitest'
import { attachmentHint, attachmentName, canPreview } from './attachment-text.ts'

const link = { id: 1, name: '', path: 'https://kit.example/start/', type: 1 as const, size: null, media_type: null }
const file = { ...link, name: 'Guide', path: 'a.pdf', type: 2 as const, size: 1_200_000, media_type: 'application/pdf' }

test('names a link without a name by its address, and tells the site of one with a name', () => {
  expect([attachmentName(link), attachmentHint(link)]).toEqual(['kit.example/start', ''])
  const named = { ...link, name: 'Start' }
  expect([attachmentName(named), attachmentHint(named)]).toEqual(['Start', 'kit.example'])
})

test('tells the kind and the size of a file', () => {
  expect([attachmentName(file), attachmentHint(file)]).toEqual(['Guide', 'PDF, 1.2 MB'])
})

test('previews pictures and PDFs only', () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect(['application/pdf', 'image/png', word, null].map((media_type) => canPreview({ media_type }))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
