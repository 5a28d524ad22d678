import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { useRef } from 'react'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { LabelContent, useLabelForm } from './label-content.tsx'
import { requestName } from './label-requests.columns.tsx'

interface Props {
  request: LabelRequest | undefined
  onOpen: (id: number) => void
  onClose: () => void
}

/** A request with its label: made by the carrier or uploaded. */
export function LabelDrawer({ request, onOpen, onClose }: Props) {
  const shown = useLatestValue(request)
  const unsaved = useRef(() => false)
  const form = useLabelForm(shown)
  const close = () => {
    form.keep(false)
    onClose()
  }
  return (
    <Drawer
      opened={request !== undefined}
      onClose={close}
      title={shown && `Label for ${requestName(shown)}`}
      record={shown && { key: shown.id, path: `/labels/${shown.id}` }}
      unsaved={() => unsaved.current()}
    >
      {shown && <LabelContent request={shown} form={form} unsaved={unsaved} onOpen={onOpen} onClose={close} />}
    </Drawer>
  )
}
