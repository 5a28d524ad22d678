import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { LABELS_PER_SHEET } from '@vialdesk/contract/single-vials'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { download } from '#web/lib/api/download.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'
import { firstSheetPlaces, getsLabel, type LabelVial, labelCountText, skippedVialsText } from './label-plan.ts'
import classes from './sheet-picture.module.css'

interface SheetPictureProps {
  labels: number
  skip: number
  /** Called with the pressed place: all places before it are used. */
  onPick: (skip: number) => void
}

/** A picture of the first sheet. Hidden from screen readers: the field next to it has the same value. */
function SheetPicture({ labels, skip, onPick }: SheetPictureProps) {
  return (
    <div className={classes.sheet} aria-hidden>
      {firstSheetPlaces(labels, skip).map(({ place, state }) => (
        <button
          key={place}
          type="button"
          tabIndex={-1}
          className={classes.label}
          data-state={state}
          onClick={() => onPick(place)}
        />
      ))}
    </div>
  )
}

/** Saves the label sheet as a file. An error stays visible until the next try. */
function useLabelSheet(onSaved: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const save = async (vials: readonly LabelVial[], skip: number) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    const query = { ids: vials.map(({ id }) => id).join(','), skip }
    setBusy(true)
    setFailure(undefined)
    try {
      const { content, name } = await download('GET /api/v1/vials/labels/', { query }, { signal, onBytes: () => undefined })
      saveFile(content, name)
      showSuccess(`${name} has been saved.`)
      onSaved()
    } catch (error) {
      if (!signal.aborted) setFailure(`No labels were made. ${readErrorMessage(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, save }
}

interface Props {
  vials: readonly LabelVial[]
  opened: boolean
  onClose: () => void
}

function LabelSheetForm({ vials, onClose }: Omit<Props, 'opened'>) {
  const [skip, setSkip] = useState<number | string>(0)
  const { busy, failure, save } = useLabelSheet(onClose)
  const labelled = vials.filter(getsLabel)
  const used = Number(skip) || 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void save(labelled, used)
  }
  const skippedText = skippedVialsText(vials)
  return (
    <form onSubmit={submit} noValidate aria-label="Print labels">
      <Stack gap="md">
        {failure && <ErrorSummary message={failure} />}
        <Group gap="lg" align="flex-start" wrap="nowrap">
          <Stack gap="md" flex={1} miw={0}>
            <Text role="status" fw={600}>
              {labelCountText(labelled.length, used)}
            </Text>
            {skippedText && <Text c="dimmed">{skippedText}</Text>}
            <WholeNumberInput
              label="Labels already used on the sheet"
              description="0 for a new sheet. The picture shows where the labels go."
              value={skip}
              onChange={setSkip}
              min={0}
              max={LABELS_PER_SHEET - 1}
              clampBehavior="strict"
              data-autofocus
            />
          </Stack>
          <SheetPicture labels={labelled.length} skip={used} onPick={setSkip} />
        </Group>
        <Text c="dimmed" fz="sm">
          For letter sheets with three columns of ten labels, 2⅝ × 1 inch each. Print at 100%, not fitted to the page.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busy={busy}>Save PDF</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks for the used labels of the sheet and saves the PDF. Resets at each opening. */
export function LabelSheetDialog({ vials, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Print labels" centered size="md">
      <LabelSheetForm vials={vials} onClose={onClose} />
    </Modal>
  )
}
