/** So many bytes of a packet are read; a longer one is passed on as it is. */
export const LONGEST_PACKET = 1_000_000;
