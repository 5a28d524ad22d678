import { Badge } from '@mantine/core'

/** Whom a note reaches. The server holds it: an internal note is in no answer for patients, centers and sales. */
export type NoteReach = 'internal' | 'visible' | 'sale'

/** Next to the field of a note. */
export const noteReachTexts: Record<NoteReach, string> = {
  internal: 'Internal: only lab and admins',
  visible: 'Visible to patient and center',
  sale: 'Visible to patient, center and sales',
}

const marks: Record<NoteReach, string> = { internal: 'Internal', visible: 'Visible to patient', sale: 'Visible to patient' }

/** Marks a saved note. The full text is in its title. */
export function NoteMark({ reach }: { reach: NoteReach }) {
  return (
    <Badge variant={reach === 'internal' ? 'light' : 'outline'} color="gray" size="sm" tt="none" title={noteReachTexts[reach]}>
      {marks[reach]}
    </Badge>
  )
}
