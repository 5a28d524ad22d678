import { Switch } from '@mantine/core'

/** A disabled switch that is on. */
const styles = {
  track: { backgroundColor: 'var(--mantine-primary-color-filled)', opacity: 0.7 },
  thumb: { backgroundColor: 'var(--mantine-color-white)' },
}

interface Props {
  /** The name of the row. */
  name: string
  isDefault: boolean
  /** This row is being made the default. */
  isPending: boolean
  disabled: boolean
  onMakeDefault: () => void
}

/** Makes one row of a list the default. The default itself is switched off by another row only. */
export const DefaultSwitch = ({ name, isDefault, isPending, disabled, onMakeDefault }: Props) => (
  <Switch
    size="md"
    styles={isDefault ? styles : undefined}
    aria-label={`${name} is the default`}
    checked={isDefault || isPending}
    disabled={isDefault || disabled}
    onChange={onMakeDefault}
  />
)
