import { expect, test } from 'vitest'
import { editOf, initialValuesOf, nameOfFile } from './asset-values.ts'

const link = (id: number) => ({
  ...{ id, type: 1 as const, name: `L${id}`, path: 'https://a.example', size: null, media_type: null, views: 0 },
})
const asset = {
  ...{ id: 1, asset_name: 'Kit', description: 'Text', membership_ids: '2,4', domain: 1, version: 3 },
  sections: [{ id: 5, url: '/dashboard' }],
  assets: [link(7), link(8)],
}

test('an edit removes the attachments that the form lost, and keeps the order of the others, and names its version', () => {
  const { assets, ...values } = initialValuesOf(asset)
  expect(values).toEqual({
    ...{ asset_name: 'Kit', description: 'Text', membership_ids: [2, 4] },
    sections: [{ url: '/dashboard' }],
  })
  expect(editOf(asset, { ...values, assets: [{ id: 8, type: 1, name: 'L8', path: 'https://a.example' }] })).toMatchObject({
    assets: [{ id: 8 }],
    assets_remove: [7],
    version: 3,
  })
  expect(assets.map(({ key }) => key)).toEqual(['7', '8'])
})

test('a file is first named like the file without its ending', () => {
  expect(nameOfFile('Guide 2026.PDF')).toBe('Guide 2026')
  expect(nameOfFile('notes.v2')).toBe('notes.v2')
  expect(nameOfFile('.pdf')).toBe('.pdf')
})
