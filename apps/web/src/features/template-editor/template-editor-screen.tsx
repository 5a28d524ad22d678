import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TemplateDraft } from '@vialdesk/contract/documents/templates'
import { useEffect, useState } from 'react'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { draftQuery, isLinkOver, report, useSecret } from './calls/editor-session.ts'
import { TemplateEditor } from './template-editor.tsx'

const REOPEN = 'Close this window, and open the editor again from the list of templates.'

function LinkOver({ title }: { title: string }) {
  useEffect(() => report({ type: 'expired' }), [])
  return (
    <main>
      <FailedScreen title={title} message={REOPEN} />
    </main>
  )
}

/** The template of the link. A renewed link of the same template keeps what the user has changed. */
function useOpened(secret: string) {
  const query = useQuery(draftQuery(secret))
  const [opened, setOpened] = useState<{ draft: TemplateDraft; session: string }>()
  if (query.data && opened?.session !== secret) {
    const isSame = opened?.draft.id === query.data.id
    setOpened({ draft: isSame ? opened.draft : query.data, session: secret })
  }
  return { opened, query }
}

/** The page of a frame: it has no menu, and the secret of its link is its only permission. */
export function TemplateEditorScreen() {
  const secret = useSecret()
  const { opened, query } = useOpened(secret)
  if (opened) return <TemplateEditor key={opened.draft.id} {...opened} />
  if (secret === '') return <LinkOver title="This link is not complete" />
  if (query.error && isLinkOver(query.error)) return <LinkOver title="This link has expired" />
  if (query.error)
    return (
      <main>
        <FailedScreen
          title="The template could not be opened"
          message={readErrorMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
      </main>
    )
  return (
    <main aria-busy="true">
      <Delayed>
        <Loader m="xl" role="status" aria-label="Opening the template" />
      </Delayed>
    </main>
  )
}
