/* SPDX-License-Identifier: Apache-2.0 */
/* A C program over the installed library: a message crosses a network, and what is wrong is told in words. */
#include <fsin/fsin.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char why[4096];
  const char* keys[] = {"network.model=loggps", NULL};
  const char* faulty[] = {"network.model=fluid", NULL};
  fsin_delivery came;
  fsin_network* network;
  if (fsin_network_open(NULL, faulty, 0, why, sizeof why) != NULL || strstr(why, "fluid") == NULL) return 1;
  network = fsin_network_open(NULL, keys, 0, why, sizeof why);
  if (network == NULL) return 2;
  if (fsin_network_send(network, 0, 1, 65536, fsin_network_now(network), 7) != 0) return 3;
  if (fsin_network_advance(network, FSIN_NO_END) != 0) return 4;
  if (fsin_network_next_delivery(network, &came) != 1 || came.token != 7) return 5;
  if (fsin_network_send(network, 1, 1, 1, came.cycle, 8) != -1 || *fsin_network_error(network) == 0) return 6;
  fsin_network_close(network);
  printf("%llu\n", (unsigned long long)came.cycle);
  return 0;
}
