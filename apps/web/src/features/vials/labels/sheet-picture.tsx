import { firstSheetPlaces } from './label-plan.ts'
import classes from './sheet-picture.module.css'

interface Props {
  labels: number
  skip: number
  /** Called with the pressed place: all places before it are used. */
  onPick: (skip: number) => void
}

/** A picture of the first sheet. Hidden from screen readers: the field next to it has the same value. */
export function SheetPicture({ labels, skip, onPick }: Props) {
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
