import { Button, Group, Input, Text } from '@mantine/core'
import { MAX_BRAND_IMAGE_BYTES } from '@vialdesk/contract/business/branding'
import { type ReactNode, useState } from 'react'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { FileDrop, pictureFile } from '#web/ui/forms/file-drop.tsx'
import classes from './form.module.css'
import type { ImageName, ImageValue } from './settings-values.ts'
import type { SettingsFormState } from './use-settings-form.ts'

interface Props {
  form: SettingsFormState
  name: ImageName
  label: string
  description: string
  /** The stored image. */
  url: string | null
  /** The stored image can be removed. */
  removable?: boolean
}

interface ChoiceProps extends Props {
  value: ImageValue
  set: (value: ImageValue) => void
}

/** The stored or the chosen image, and what can be done with it. */
function Shown({ label, url, value, set, removable, name }: ChoiceProps) {
  const chosen = useObjectUrl(value instanceof File ? value : undefined)
  const shown = chosen ?? url ?? undefined
  const kept = value === 'keep'
  const noun = label.toLowerCase()
  return (
    <Group gap="sm" wrap="nowrap">
      <div className={classes.image} data-kind={name}>
        {shown && <img src={shown} alt={kept ? `Current ${noun}` : `New ${noun}`} />}
      </div>
      <Group gap={4}>
        <Button variant="default" size="xs" onClick={() => set('choose')} aria-label={`Change the ${noun}`}>
          Change
        </Button>
        {!kept && url && (
          <Button variant="subtle" size="xs" onClick={() => set('keep')} aria-label={`Keep the current ${noun}`}>
            Undo
          </Button>
        )}
        {removable && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            onClick={() => set(url ? 'remove' : 'keep')}
            aria-label={`Remove the ${noun}`}
          >
            Remove
          </Button>
        )}
      </Group>
    </Group>
  )
}

function Choose({ form, name, label, url, value, set }: ChoiceProps) {
  const [reason, setReason] = useState<ReactNode>()
  const removed = value === 'remove'
  const noun = label.toLowerCase()
  return (
    <>
      {removed && <Text size="sm">The {noun} is removed when you save.</Text>}
      {!removed && (
        <FileDrop
          compact
          label={label}
          {...pictureFile(MAX_BRAND_IMAGE_BYTES)}
          error={form.errors[name] ?? reason}
          onFile={(file) => {
            setReason(undefined)
            set(file)
          }}
          onReject={setReason}
        />
      )}
      {url && (
        <Button mt={4} variant="subtle" size="xs" onClick={() => set('keep')}>
          Keep the current {noun}
        </Button>
      )}
    </>
  )
}

/** An image of the brand: the stored one with 'Change', or a drop zone. It is sent only if a new file was chosen. */
export function ImageField(props: Props) {
  const { form, name, label, description, url } = props
  const value = form.getValues()[name]
  const set = (next: ImageValue) => {
    form.clearFieldError(name)
    form.setFieldValue(name, next)
  }
  const isShown = value instanceof File || (value === 'keep' && url !== null)
  return (
    <Input.Wrapper labelElement="div" label={label} description={description} data-path={name}>
      <div className={classes.field}>
        {isShown ? <Shown {...props} value={value} set={set} /> : <Choose {...props} value={value} set={set} />}
      </div>
    </Input.Wrapper>
  )
}
