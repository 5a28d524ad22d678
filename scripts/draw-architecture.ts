/** `node scripts/draw-architecture.ts`: draws the pictures of docs/imports.md from the imports of the source files. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { drawPictures, PICTURES_PAGE } from './checks/picture.ts'
import { readSources } from './checks/sources.ts'

const root = path.resolve(import.meta.dirname, '..')
const page = path.join(root, PICTURES_PAGE)
writeFileSync(page, drawPictures(readFileSync(page, 'utf8'), readSources(root)))
