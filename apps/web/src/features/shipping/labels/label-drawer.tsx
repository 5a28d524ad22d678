import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { useEffect, useEffectEvent } from 'react'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { LabelContent, useLabelForm } from './label-content.tsx'
import { requestName } from './label-requests.columns.tsx'

interface Props {
  /** The request as in the list; undefined once it left the list. */
  request: LabelRequest | undefined
  /** The id of the opened request. */
  opened: number | undefined
  onOpen: (id: number) => void
  onClose: () => void
}

/** A request with its label: made by the carrier or uploaded. It stays open when its request leaves the list. */
export function LabelDrawer({ request, opened, onOpen, onClose }: Props) {
  const shown = useLatestValue(request)
  const form = useLabelForm(shown)
  // Only now: before, the user may still decide to stay with what was typed.
  const release = useEffectEvent(form.release)
  useEffect(() => {
    if (opened === undefined) release()
  }, [opened])
  return (
    <Drawer
      opened={opened !== undefined && shown?.id === opened}
      onClose={onClose}
      title={shown && `Label for ${requestName(shown)}`}
      record={shown && { key: shown.id, path: `/labels/${shown.id}` }}
    >
      {shown && <LabelContent request={shown} form={form} onOpen={onOpen} onClose={onClose} />}
    </Drawer>
  )
}
