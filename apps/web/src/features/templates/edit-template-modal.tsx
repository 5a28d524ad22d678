import { Center, Loader } from '@mantine/core'
import type { Template } from '@vialdesk/contract/documents/templates'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useReportUnsaved } from '#web/ui/dialogs/unsaved.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { forwardActivity, useEditorFrame } from './use-editor-frame.ts'

function Editor({ template }: { template: Template }) {
  const { frame, src, error, load, hasUnsaved } = useEditorFrame(template.id)
  useReportUnsaved(hasUnsaved)
  if (error && src === undefined) return <FailedScreen inline message={readErrorMessage(error)} onRetry={load} />
  if (src === undefined)
    return (
      <Center h="100%" role="status" aria-label="Opening the editor…">
        <Loader />
      </Center>
    )
  return (
    <iframe
      ref={frame}
      style={{ width: '100%', height: '100%', border: 0 }}
      src={src}
      title={`Editor of ${template.title}`}
      onLoad={({ currentTarget }) => forwardActivity(currentTarget)}
    />
  )
}

interface Props {
  template: Template | undefined
  onClose: () => void
}

/** The editor of the provider in a frame. Closing asks before changes are lost. */
export function EditTemplateModal({ template, onClose }: Props) {
  const shown = useLatestValue(template)
  return (
    <FormDialog
      opened={template !== undefined}
      onClose={onClose}
      title={shown && `Edit Template: ${shown.title}`}
      fullScreen
      styles={{ header: { padding: '8px 16px' }, body: { padding: 0, height: 'calc(100dvh - 60px)' } }}
    >
      {shown && template && <Editor key={shown.id} template={shown} />}
    </FormDialog>
  )
}
