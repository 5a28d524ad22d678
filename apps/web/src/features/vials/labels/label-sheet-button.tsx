import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { LABELS_PER_SHEET } from '@vialdesk/contract/care/single-vials'
import { type FormEvent, useState } from 'react'
import { useExport } from '#web/entities/export/use-export.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
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

interface FormProps {
  vials: readonly LabelVial[]
  onClose: () => void
}

function LabelSheetForm({ vials, onClose }: FormProps) {
  const [skip, setSkip] = useState<number | string>(0)
  const [failure, setFailure] = useState<string>()
  const sheet = useExport('GET /api/v1/vials/labels/', {
    onSaved: onClose,
    onFailure: (reason) => setFailure(`No labels were made. ${reason}`),
  })
  const labelled = vials.filter(getsLabel)
  const used = Number(skip) || 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sheet.busy) return
    setFailure(undefined)
    void sheet.begin({ query: { ids: labelled.map(({ id }) => id).join(','), skip: used } })
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
          <SubmitButton busy={sheet.busy}>Save PDF</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

interface DialogProps {
  /** The dialog is open while there are some. */
  vials: readonly LabelVial[] | undefined
  onClose: () => void
}

/** Asks for the used labels of the sheet and saves the PDF. Resets at each opening. */
export function LabelSheetDialog({ vials, onClose }: DialogProps) {
  const shown = useLatestValue(vials)
  return (
    <Modal opened={vials !== undefined} onClose={onClose} title="Print labels" centered size="md">
      {shown && <LabelSheetForm vials={shown} onClose={onClose} />}
    </Modal>
  )
}

interface Props extends Pick<ButtonProps, 'variant'> {
  /** The selected vials in label order. */
  vials: readonly LabelVial[]
}

/**
 * Opens the dialog that saves labels of the selected vials as a PDF. Shipped and disposed vials get no label, as the dialog
 * says; the button is disabled without other vials.
 */
export function LabelSheetButton({ vials, variant = 'default' }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconPrinter size={16} />}
        onClick={() => setOpened(true)}
        disabled={!vials.some(getsLabel)}
      >
        Print labels
      </Button>
      <LabelSheetDialog vials={opened ? vials : undefined} onClose={() => setOpened(false)} />
    </>
  )
}
