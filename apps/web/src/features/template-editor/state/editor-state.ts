/** The state of the template editor and everything that can happen to it. */
import {
  type FieldType,
  mainSignerOf,
  type PageSize,
  type SignerRole,
  type SigningField,
  signerRoles,
} from '@vialdesk/contract/signing-fields'
import type { TemplateDraft } from '@vialdesk/contract/templates'
import type { Box, Corner } from './geometry.ts'
import { type Fields, type History, startHistory } from './history.ts'
import type { Carried } from './new-fields.ts'
import type { Guide, Tolerance } from './snapping.ts'

export interface EditorState {
  title: string
  pages: readonly PageSize[]
  /** The signer who always signs. */
  mainSigner: SignerRole
  /** Only the center signs the documents of its sign-up. */
  roles: readonly SignerRole[]
  /** The newest version that this editor knows; a save is based on it. */
  version: number
  versions: TemplateDraft['versions']
  /** Increases when the pages may have changed, so that they are fetched again. */
  pdfVersion: number
  history: History
  /** The fields as they are on the server. */
  saved: Fields
  selected: readonly string[]
  /** How often fields were added: the new ones then get the focus. */
  added: number
  clipboard: Fields
  carried: Partial<Record<FieldType, Carried>>
  /** The signer of the next field. */
  role: SignerRole
  guides: { page: number; lines: readonly Guide[] }
  /** The last change in words, for screen readers. `count` tells equal messages apart. */
  said: { text: string; count: number }
}

/** A pointer moves a field or a corner. Without a tolerance nothing snaps. */
interface Pointed {
  /** One name for a whole gesture. */
  step: string
  id: string
  x: number
  y: number
  tolerance?: Tolerance | undefined
}

export type FieldChange = Partial<Pick<SigningField, 'role' | 'required' | 'label' | 'options' | 'group' | 'value' | 'source'>>

export type EditorAction =
  | { type: 'open'; draft: TemplateDraft; said?: string }
  /** Someone else saved a version: go on from it, with the fields of this editor. */
  | { type: 'rebase'; draft: TemplateDraft }
  | { type: 'saved'; sent: Fields; draft: TemplateDraft }
  | { type: 'loadFields'; fields: Fields; version: number }
  | { type: 'chooseRole'; role: SignerRole }
  /** `x` and `y` are of the field's center. */
  | { type: 'add'; field: FieldType; page: number; x: number; y: number; role?: SignerRole; step?: string }
  | { type: 'select'; ids: readonly string[] }
  | { type: 'toggleSelected'; id: string }
  /** `x` and `y` are of the field's upper left corner. */
  | ({ type: 'drag'; page: number } & Pointed)
  | ({ type: 'dragCorner'; corner: Corner } & Pointed)
  /** From the palette; `x` and `y` are of the field's center. */
  | ({ type: 'dragNew'; field: FieldType; page: number } & Omit<Pointed, 'id'>)
  | { type: 'drop' }
  | { type: 'cancel'; step: string }
  /** By keys, in points. */
  | { type: 'nudge'; dx: number; dy: number }
  | { type: 'grow'; dx: number; dy: number }
  | { type: 'change'; ids: readonly string[]; change: FieldChange }
  | { type: 'place'; id: string; box: Partial<Box>; page?: number }
  | { type: 'copy' }
  | { type: 'paste'; page: number }
  | { type: 'duplicate' }
  | { type: 'repeat' }
  | { type: 'remove' }
  | { type: 'undo' }
  | { type: 'redo' }

export function openEditor(draft: TemplateDraft): EditorState {
  const role = mainSignerOf(draft.type)
  return {
    title: draft.title,
    pages: draft.pages,
    mainSigner: role,
    roles: role === 'center' ? ['center'] : signerRoles,
    version: draft.version,
    versions: draft.versions,
    pdfVersion: draft.version,
    history: startHistory(draft.fields),
    saved: draft.fields,
    selected: [],
    added: 0,
    clipboard: [],
    carried: {},
    role,
    guides: { page: 0, lines: [] },
    said: { text: '', count: 0 },
  }
}

export const hasUnsavedChanges = ({ history, saved }: EditorState) => history.fields !== saved

export const selectedFields = ({ history, selected }: EditorState) => history.fields.filter(({ id }) => selected.includes(id))
