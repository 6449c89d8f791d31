// Sets from how many faults per hundred pupils on a bar stands out.
const much = 8

/** Draws a number of faults as a bar beside others: its length against the most of them. */
export const Meter = ({ value, most }: { value: number; most: number }) => (
  <span className="home-meter">
    <span className={value >= much ? 'home-bar much' : 'home-bar'}>
      <span style={{ inlineSize: `${most > 0 ? Math.round((value / most) * 100) : 0}%` }} />
    </span>
    {value.toFixed(1)}
  </span>
)
