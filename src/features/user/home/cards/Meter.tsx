/** Draws a number as a bar beside others: its length against the most of them; what is above half of that stands out. */
export const Meter = ({ value, most }: { value: number; most: number }) => (
  <span className="home-meter">
    <span className={value > most / 2 && most > 5 ? 'home-bar much' : 'home-bar'}>
      <span style={{ inlineSize: `${most > 0 ? Math.round((value / most) * 100) : 0}%` }} />
    </span>
    {value.toFixed(1)}
  </span>
)
