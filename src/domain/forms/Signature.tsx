import './signature.css'

type Props = React.ComponentProps<'svg'> & { strokes: number[][]; label: string }

/** Draws a signature in a field of 1000 by 400. */
export const Signature = ({ strokes, label, ...props }: Props) => (
  <svg className="signature" viewBox="0 0 1000 400" role="img" aria-label={label} {...props}>
    {strokes.map((points, i) => (
      // Draws a dot as a line that goes nowhere.
      <polyline key={i} points={(points.length === 2 ? [...points, ...points] : points).join(' ')} />
    ))}
  </svg>
)
