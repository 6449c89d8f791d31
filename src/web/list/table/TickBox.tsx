import './tickBox.css'

type Props = {
  isTicked: boolean
  /** Says that some of what the box stands for is ticked. */
  isPartly?: boolean
  isDisabled?: boolean
  label: string
  /** Gets whether it is ticked now, and whether Shift was held. */
  onTick: (is: boolean, withShift: boolean) => void
}

/** Draws a tick box as a plain element, for what stands in every row. */
export const TickBox = ({ isTicked, isPartly = false, isDisabled = false, label, onTick }: Props) => (
  <label className="tick-box">
    <input
      type="checkbox"
      aria-label={label}
      checked={isTicked}
      disabled={isDisabled}
      ref={isPartly ? showPartly : showWhole}
      onChange={({ target, nativeEvent }) => onTick(target.checked, isShifted(nativeEvent))}
    />
  </label>
)

// Reads Shift from the click that changes a box.
const isShifted = (event: Event) => event instanceof MouseEvent && event.shiftKey

function showPartly(box: HTMLInputElement | null) {
  if (box) box.indeterminate = true
}

function showWhole(box: HTMLInputElement | null) {
  if (box) box.indeterminate = false
}
