/** Solaris on the start page: a station in the light of the giant. */
export default function Picture() {
  return (
    <svg class="picture" viewBox="0 0 320 200" aria-hidden="true">
      <rect width="320" height="200" fill="#0d0807" />
    </svg>
  );
}
