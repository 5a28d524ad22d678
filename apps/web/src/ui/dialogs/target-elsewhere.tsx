import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface Props {
  of: RefObject<HTMLButtonElement | null>
  ref?: Ref<HTMLButtonElement | null>
}

/** The child of `Menu.Target` or `Popover.Target` when the button is rendered elsewhere. It gives them the place of the button. */
export function TargetElsewhere({ of, ref }: Props) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => of.current)
  return null
}
